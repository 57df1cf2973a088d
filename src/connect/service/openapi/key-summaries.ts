/** As in `summaries.ts`: admin keys. */
export const keySummaries = {
  'GET /admin/keys': {
    id: 'listKeys',
    text: 'List the admin keys without their secrets, the newest first; ended ones for a year.',
    answer: 'AdminKeyList',
  },
  'POST /admin/keys': {
    id: 'createKey',
    text: 'Create an admin key. The answer is the only place that ever has its secret.',
    status: 201,
    answer: 'CreatedAdminKey',
  },
  'POST /admin/keys/{key_id}/end': {
    id: 'endKey',
    text: 'End an admin key now.',
    answer: 'EndedAdminKey',
  },
  'POST /admin/sign-ins/end': {
    id: 'endSignIns',
    text: 'Sign everyone out of the dashboard. Admin keys stay valid.',
    answer: 'EndedSignIns',
  },
} as const;
