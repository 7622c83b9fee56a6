# SPDX-License-Identifier: GPL-3.0-or-later
"""What pyproject.toml builds besides the package: libghalt, by make."""

import os
import subprocess

from setuptools.command.build_py import build_py
try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    from wheel.bdist_wheel import bdist_wheel

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SONAME = "libghalt.so.0"


class BuildPy(build_py):
    """The package, and the library beside it."""

    def _library(self):
        return os.path.join(self.build_lib, "halt", SONAME)

    def run(self):
        super().run()
        if getattr(self, "editable_mode", False):
            return
        made = os.path.abspath(os.path.join(self.get_finalized_command("build").build_temp, "ghalt"))
        subprocess.run(["make", "-C", TOP, f"-j{os.cpu_count() or 1}", f"H={made}",
                        f"{made}/{SONAME}"], check=True)
        self.copy_file(os.path.join(made, SONAME), self._library())

    def get_outputs(self, include_bytecode=1):
        return super().get_outputs(include_bytecode) + [self._library()]


class BdistWheel(bdist_wheel):
    """A wheel for any Python of this machine."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]
