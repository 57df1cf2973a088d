import { defineConfig } from '@playwright/test';

export default defineConfig({
  reporter: 'line',
  // A browser of the machine, where one is named; else Playwright's own.
  use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH || undefined } },
});
