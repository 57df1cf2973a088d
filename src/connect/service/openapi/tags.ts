/** The groups of endpoints, and the audience of each. */
export const tags = {
  Token: "For an application's backend: from the authorization code to the access token.",
  Session: "For an application's backend: sessions that it makes for its people.",
  Event: "For an application's backend: what has happened to its connections and sessions.",
  Account: 'What the access token opens.',
  'Resource server': "For the operator's own resource servers.",
  Admin:
    "For the operator's programs: what the dashboard can do. Only where there is an admin key, or ADMIN_TOKEN.",
  Health: 'For load balancers.',
} as const;
