import node from '@astrojs/node';

export default {
  adapter: node({ mode: 'standalone' }),
  // The hosts of your application. Astro compares them with the Origin of a POST.
  security: { allowedDomains: [{ hostname: 'localhost' }] },
};
