/** The groups of endpoints, by the start of their paths, and the audience of each group. */
export const tags = [
  {
    name: 'Token',
    paths: ['/auth/token', '/auth/revoke', '/sandbox'],
    description: "For an application's backend: from the authorization code to the access token.",
  },
  {
    name: 'Session',
    paths: ['/connect/sessions'],
    description: "For an application's backend: sessions that it makes for its people.",
  },
  {
    name: 'Event',
    paths: ['/events'],
    description: "For an application's backend: what has happened to its connections and sessions.",
  },
  {
    name: 'Provider',
    paths: ['/providers'],
    description: "For an application's backend: what its people can choose from.",
  },
  {
    name: 'Account',
    paths: ['/account', '/records', '/introspect', '/disconnect'],
    description: 'What the access token opens.',
  },
  {
    name: 'Resource server',
    paths: ['/auth/introspect'],
    description: "For the operator's own resource servers.",
  },
  {
    name: 'Admin',
    paths: ['/admin'],
    description:
      "For the operator's programs: what the dashboard can do. Only where there is an admin key, or ADMIN_TOKEN.",
  },
  {
    name: 'Health',
    paths: ['/livez', '/readyz', '/healthz'],
    description: 'For load balancers.',
  },
] as const;

/** @throws Error for a path that belongs to no group */
export function findTag(path: string): string {
  const found = tags.find(({ paths }) => paths.some((start) => path.startsWith(start)));
  if (found) return found.name;
  throw new Error(`openapi/tags.ts has no group for ${path}.`);
}
