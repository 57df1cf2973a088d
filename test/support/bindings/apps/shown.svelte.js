/** @type {import('./app.ts').Shown} */
export const shown = $state({});
