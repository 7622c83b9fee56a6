/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floating point: planets that attract each other, a matrix product, a
   Fourier transform, Newton's method.  */
/* test: events -O2 */
/* test: events -O3 -march=x86-64-v3 */
/* test: events -m32 -Os -fno-pie */
/* test: steps rest */
/* tests/freestanding/ has too little of a library for it.  */
/* test: not ia64/ */

#include <complex.h>
#include <math.h>
#include <stdio.h>

struct body { double x, y, z, vx, vy, vz, mass; };

static struct body bodies[5] = {
  { 0, 0, 0, 0, 0, 0, 39.47 },
  { 4.84, -1.16, -.10, .6, 2.81, -.02, .037 },
  { 8.34, 4.12, -.4, -1.01, 1.82, .008, .011 },
  { 12.89, -15.11, -.22, 1.08, .86, -.01, .0017 },
  { 15.37, -25.9, .179, .979, .594, -.034, .002 }
};
static float a[12][12], b[12][12], c[12][12];
static double complex wave[32];

static void
advance (double dt)
{
  for (int i = 0; i < 5; i++)
    for (int j = i + 1; j < 5; j++)
      {
	double dx = bodies[i].x - bodies[j].x, dy = bodies[i].y - bodies[j].y,
	       dz = bodies[i].z - bodies[j].z;
	double r2 = dx * dx + dy * dy + dz * dz;
	double m = dt / (r2 * sqrt (r2));
	bodies[i].vx -= dx * bodies[j].mass * m;
	bodies[i].vy -= dy * bodies[j].mass * m;
	bodies[i].vz -= dz * bodies[j].mass * m;
	bodies[j].vx += dx * bodies[i].mass * m;
	bodies[j].vy += dy * bodies[i].mass * m;
	bodies[j].vz += dz * bodies[i].mass * m;
      }
  for (int i = 0; i < 5; i++)
    {
      bodies[i].x += dt * bodies[i].vx;
      bodies[i].y += dt * bodies[i].vy;
      bodies[i].z += dt * bodies[i].vz;
    }
}

static void
multiply (void)
{
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++)
      {
	float s = 0;
	for (int k = 0; k < 12; k++)
	  s += a[i][k] * b[k][j];
	c[i][j] = s;
      }
}

static void
transform (double complex *w, int n)
{
  if (n == 1)
    return;
  double complex even[16], odd[16];
  for (int i = 0; i < n / 2; i++)
    {
      even[i] = w[2 * i];
      odd[i] = w[2 * i + 1];
    }
  transform (even, n / 2);
  transform (odd, n / 2);
  for (int i = 0; i < n / 2; i++)
    {
      double complex t = cexp (-2 * M_PI * I * i / n) * odd[i];
      w[i] = even[i] + t;
      w[i + n / 2] = even[i] - t;
    }
}

static double
root (double x)
{
  double r = x, old;
  int n = 0;
  do
    {
      old = r;
      r = (r + x / r) / 2;
    }
  while (fabs (r - old) > 1e-12 && ++n < 50);
  return r + (int) r % 3 + (float) n;
}

int
main (void)
{
  double sum = 0;
  for (int i = 0; i < 20; i++)
    advance (0.01);
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++)
      {
	a[i][j] = i - j * 0.5f;
	b[i][j] = i * j & 7;
      }
  multiply ();
  for (int i = 0; i < 32; i++)
    wave[i] = i % 5 + I * (i & 3);
  transform (wave, 32);
  for (int i = 1; i < 30; i++)
    sum += root (i * 1.7) + c[i % 12][i % 7] + creal (wave[i]);
  printf ("%.9f %.9f\n", bodies[0].x + bodies[4].vz, sum);
  return 0;
}
