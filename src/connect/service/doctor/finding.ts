/** A line that `npx tax-connect doctor` prints. */
export interface Finding {
  /** The level `wrong` means that `serve` does not start, or cannot respond to requests. */
  readonly level: 'ok' | 'risk' | 'wrong';
  /** The subject is the name of a variable, or of a part of the machine such as `clock`. */
  readonly subject: string;
  /** One line: the finding, why it matters, and what to do. It contains no secret. */
  readonly text: string;
}

export function about(subject: string) {
  const create = (level: Finding['level']) => (text: string) => ({ level, subject, text }) as const;
  return { ok: create('ok'), risk: create('risk'), wrong: create('wrong') };
}
