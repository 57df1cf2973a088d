/** The first commit whose subject is checked. Earlier ones are history. */
const start = 'e716ade';

const longestSubject = 72;

const form =
  /^(?:feat|fix|docs|test|build|refactor|perf|style|chore|revert)(?:\([a-z-]+\))?!?: (?<verb>\S+)/;

/**
 * @param subject - the first line of a commit's message
 * @returns the problems of the subject
 */
export function findSubjectProblems(subject: string): readonly string[] {
  const verb = form.exec(subject)?.groups?.verb;
  return [
    ...(verb === undefined ? ['begin with one type and at most one scope: "fix(host): …"'] : []),
    ...(verb !== undefined && /(?:ed|ing)$|(?<!s)s$/.test(verb)
      ? [`begin with a verb in the imperative, not "${verb}"`]
      : []),
    ...(subject.length > longestSubject ? [`at most ${longestSubject} characters`] : []),
  ];
}

/**
 * @param git - runs Git and returns what it prints
 * @returns subjects since the last tag, or since the first commit that is checked
 */
export function listSubjects(git: (...args: string[]) => string): readonly string[] {
  const tag = git('tag', '--sort=-creatordate', '--merged').split('\n')[0];
  const from = tag || `${start}^`;
  return git('log', '--no-merges', '--format=%s', `${from}..`).split('\n').filter(Boolean);
}
