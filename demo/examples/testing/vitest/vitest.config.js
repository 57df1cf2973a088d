import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Without this option, Node would load `tax-connect/react` itself, and the fake would not replace its imports.
    server: { deps: { inline: ['tax-connect'] } },
  },
});
