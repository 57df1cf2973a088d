/** One line of `npx tax-connect doctor`. */
export interface Finding {
  /** `wrong`: `serve` does not start, or cannot serve. */
  readonly level: 'ok' | 'risk' | 'wrong';
  /** The variable, or the part of the machine. */
  readonly subject: string;
  /** One line: the finding, why it matters, and what to do. It contains no secret. */
  readonly text: string;
}

export function about(subject: string) {
  const create = (level: Finding['level']) => (text: string) => ({ level, subject, text }) as const;
  return { ok: create('ok'), risk: create('risk'), wrong: create('wrong') };
}
