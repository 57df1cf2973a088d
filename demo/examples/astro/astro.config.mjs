import node from '@astrojs/node';

export default {
  adapter: node({ mode: 'standalone' }),
  // The host names of your application. Astro refuses a POST whose Origin header names another host.
  security: { allowedDomains: [{ hostname: 'localhost' }] },
};
