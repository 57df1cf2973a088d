/** English texts of `/manage`. This catalogue defines the type of the other languages. */
export const manage = {
  title: 'Applications with access',
  lead: 'Sign in with your provider to see which applications can read your information, and to end their access.',
  /** Used like `login.promiseAfter`. */
  promiseAfter: '. No application sees your password.',
  listTitle: 'These applications have access',
  none: 'No application has access',
  noneAdvice: 'If you connected another account, sign in with that one.',
  /** Shown when the service has no provider at which access can be ended. */
  nothing: 'There is nothing to manage here',
  nothingAdvice: 'To end an access, go to the application that has it.',
  /** Above a long list. */
  search: 'Search applications',
  /** Shown when the search finds nothing. */
  noMatch: 'No application has this name.',
  since: 'Since',
  until: 'Ends',
  untilEnded: 'When you end it',
  lastRead: 'Last read',
  never: 'Not yet',
  /** Shown for an access that requires a login. */
  now: 'Now',
  paused: 'Can read nothing until you connect the account again',
  end: 'End access',
  /** The button's name for screen readers. */
  endOf: (application: string) => `End access of ${application}`,
  question: (application: string) => `End the access of ${application}?`,
  consequence: (application: string) =>
    `${application} can then read nothing more. It may keep what it has read already.`,
  keep: 'Keep access',
  ended: (application: string) => `${application} no longer has access.`,
};

/** The texts of `/manage` that every language has. */
export type ManageText = typeof manage;
