import { defineConfig } from 'cypress';

export default defineConfig({
  // Without a base URL, Cypress itself serves this folder, so the page needs no server.
  e2e: { supportFile: false, specPattern: 'cypress/e2e/*.cy.js' },
  screenshotOnRunFailure: false,
});
