/** The titles of the sections, to which the navigation links. Readers have no link to the last one. */
export const settingsSections = {
  details: 'Details',
  'logo-section': 'Logo',
  consent: 'Consent terms',
  providers: 'Providers offered',
  'redirect-uris': 'Redirect URIs',
  origins: 'Embedding origins',
  limits: 'Limits',
  delete: 'Delete',
} as const;
