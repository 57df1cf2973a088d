/** A logo on a square of 40 by 40: the colour of the square, and the SVG paths of a white shape and of white lines. */
type Drawing = readonly [ground: string, shape: string, lines: string];

/** Invented logos, by provider ID. */
const drawings: Readonly<Record<string, Drawing>> = {
  ledgerleaf: ['#15803d', 'M11 29C8 16 17 9 32 8c1 15-8 24-21 21z', 'M8 33l4-5'],
  brightfile: [
    '#c2410c',
    'M13 20a7 7 0 1 0 14 0 7 7 0 0 0-14 0',
    'M20 6v3m0 22v3M6 20h3m22 0h3M10 10l2 2m16 16 2 2m0-20-2 2M12 28l-2 2',
  ],
  'harbor-tax': [
    '#1e3a8a',
    '',
    'M20 14v18M20 14a4 4 0 1 1 .1 0M13 18h14M8 24c1 6 6 8 12 8s11-2 12-8',
  ],
  'refund-pilot': ['#6d28d9', 'M7 20 33 8l-6 24-8-8z', 'M19 24v8l4-4'],
  oakline: ['#78350f', 'M20 6a10 10 0 0 1 8 16 8 8 0 0 1-16 0 10 10 0 0 1 8-16', 'M20 26v8'],
  filewell: ['#0e7490', 'M11 7h12l7 7v10c-4-3-6 3-10 0s-6 3-9 0z', 'M11 31c4-3 6 3 10 0s6 3 9 0'],
  'summit-returns': ['#475569', 'M5 31 16 11l7 11 4-5 8 14z', ''],
  quillworth: ['#9d174d', 'M20 6l8 15-4 8h-8l-4-8z', 'M15 33h10'],
  'penny-and-pine': ['#065f46', 'M20 6l10 14h-5l6 8H9l6-8h-5z', 'M20 28v6'],
  clearcolumn: ['#0369a1', 'M9 22h5v10H9zm9-8h5v18h-5zm9-6h5v24h-5z', ''],
  northgate: ['#a21caf', 'M8 32V19a12 12 0 0 1 24 0v13h-6V20a6 6 0 0 0-12 0v12z', 'M20 32v-7'],
  tallybird: ['#be123c', '', 'M10 10v20m7-20v20m7-20v20m7-20v20M6 25l28-10'],
  'cafe-fiscal': [
    '#854d0e',
    'M9 17h19v7a8 8 0 0 1-8 8h-3a8 8 0 0 1-8-8z',
    'M28 19c6-1 6 7 0 6M15 8v4m7-4v4',
  ],
};

/** A white bag on violet, as a PNG: Chromium would create a document for an SVG whenever a developer opens Connect. */
const sandboxMark =
  'iVBORw0KGgoAAAANSUhEUgAAAHgAAAB4BAMAAADLSivhAAAAMFBMVEVPRuVbUudmX+hya+p+d+yKhO6VkO+hnPGtqfO5tfXEwfbQ' +
  'zvjc2vro5vzz8/3///9D5oOnAAACH0lEQVR42u2YvU4CQRDH7wQ85MNQmGglvICRN0CfQGoLtbRDn0BsrEykt8DGGlorKW2MxNoE' +
  'DPYEUVRERvcORe5uZ+aWxpj9dbvhR+5mP/4DhqHRaDT/k4Xd04ujdSU1fAw2V2vBXasNI4Z7Qd1IA374yAdzzUv4RT8VSF6BCW4D' +
  'Fas9KQ+DFO1g5Nxdj76lF6BajnqeMgxz09H5NcvZ7r4zWLTtFrvU9jIdfg+X7OXiFjwmPv0wHm+J8RlT3hAPnR2PQ+LBn5iyeOqu' +
  'uwYDnjvrqW6EX+9lAHibnKp8yXWWvA0A997ve2bJZQBwnULL+zASRG1dq2qKlea4M+IMuifFCc0wN7bnHBSY5RYr1XFPpgFghyFH' +
  '/ZYlCQBFhjwHADU/ucSQ4wBQdU8mmEcj5ve5GFOO+r1elPnOZsPn5PtOupgHgiZRLJQq8b4oRfLORcgThwIlQx1HhCFa7htcHpC3' +
  'CAJ+mxRwuUenlJwuKqdxuYPKSVyu0xknBz+VFi7jTVUYl/HWxMTlFB0XirvTiQYp74R8gsmvjHyVQqXsKiY/TnMFNgk5gck1RlJJ' +
  'KTECVgoVsiFMzlJhM8XudNo/CXRLU5HLfW6T78cLq+WVQDe+adXrj9ifTVKOq4UzGdF0UxJRC2cyohmda1v1+kMjmvMTpawWzkRE' +
  'c36M5tTCmdifHYacVAtnIqI5LbOlFs5ERHP+NzCVrz+NRqPR/HE+AcFGW+Zj5jlCAAAAAElFTkSuQmCC';

/** Draws the logo of a simulated provider as a `data:` URL. */
export function drawMark(id: string): string {
  if (id === 'sandbox') return `data:image/png;base64,${sandboxMark}`;
  const drawing = drawings[id];
  if (!drawing) throw new Error(`The simulated provider ${id} has no mark.`);
  const [ground, shape, lines] = drawing;
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">' +
    `<path fill="${ground}" d="M0 0h40v40H0z"/><path fill="#fff" d="${shape}"/>` +
    `<path fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" d="${lines}"/></svg>`;
  return `data:image/svg+xml;base64,${btoa(svg)}`;
}
