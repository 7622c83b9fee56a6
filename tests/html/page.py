# SPDX-License-Identifier: GPL-3.0-or-later
"""A page in Chromium, with real keys and mouse: `from page import *' in a script that
tests/html/drive runs.  What the console said is printed at the end."""
import atexit, json, os, shutil, sys, time
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

options = Options()
options.binary_location = shutil.which("chromium")
for word in "--headless=new --no-sandbox --disable-gpu --window-size=1500,1000".split():
    options.add_argument(word)
options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
b = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)

@atexit.register
def end():
    try:
        for entry in b.get_log("browser"):
            print("console:", entry["message"])
    finally:
        b.quit()

def view(site, address=""):
    b.get(f"file://{os.getcwd()}/{site}/index.html{address}")

def js(text, *a):
    return b.execute_script("return " + text, *a)

def wait(text):
    end = time.time() + 250
    while not js(text):
        if time.time() > end:
            raise SystemExit("never: " + text)
        time.sleep(0.02)

def press(*keys):
    ActionChains(b).send_keys(*keys).perform()

def readable():
    """What axe-core, if it is there, finds that is serious."""
    found = []
    if os.environ["AXE"]:
        b.execute_script(open(os.environ["AXE"]).read())
        b.set_script_timeout(120)
        found = b.execute_async_script("axe.run (document, { preload: false }).then (arguments[0])")["violations"]
    print("readable", [v["id"] + ": " + str([n["target"] for n in v["nodes"]][:3]) for v in found if v["impact"] in ("serious", "critical")])
