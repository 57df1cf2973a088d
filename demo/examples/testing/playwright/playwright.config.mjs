import { defineConfig } from '@playwright/test';

export default defineConfig({
  reporter: 'line',
  // Uses the browser in CHROMIUM, or otherwise Playwright's own.
  use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH || undefined } },
});
