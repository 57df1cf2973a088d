import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Otherwise Node loads `tax-connect/react` itself, and the fake does not replace what it imports.
    server: { deps: { inline: ['tax-connect'] } },
  },
});
