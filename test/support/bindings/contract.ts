import { describe, expect, it } from 'vitest';
import type { AppValues, PartName, Shown, State } from './apps/app.ts';
import type { BindingName } from './build-app.ts';

/** A page with the application of one binding, and a user. */
export interface Bench {
  /** Exceptions and logged errors of the page. */
  readonly problems: readonly string[];
  /** True when callbacks are functions. False for events of an element. */
  readonly hasSignal: boolean;
  /** True when an error is shown until the user leaves. The fake ends the session with it instead. */
  readonly showsErrors: boolean;
  /** Shows these parts, and unmounts all others. */
  render(shown: Shown): Promise<void>;
  readState(name: PartName): Promise<State | undefined>;
  readHeard(): Promise<readonly string[]>;
  countOpen(): Promise<number>;
  press(name: PartName): Promise<void>;
  /** Presses a part's button by script, which is possible even when Connect covers the page. */
  pressByScript(name: PartName): Promise<void>;
  /** Waits until Connect shows the selector. */
  seeSelector(): Promise<void>;
  reachLogin(): Promise<void>;
  allow(): Promise<void>;
  fail(code: 'rate_limited'): Promise<void>;
  /** The user closes Connect. */
  leave(): Promise<void>;
  close(name: PartName): Promise<void>;
  abort(name: PartName): Promise<void>;
  /** The page's own script opens Connect. */
  openByPage(): Promise<void>;
  /** Lets pending tasks of the page run. */
  passTime(): Promise<void>;
  /** Sets what the application's later renders and clicks use. */
  set(values: Partial<AppValues>): Promise<void>;
  /** Attributes of the binding's own button. */
  readAttributes(): Promise<Readonly<Record<string, string>>>;
}

const closed: State = { isOpen: false, step: null, error: null };

/** @returns the callbacks so far, without other events */
export async function readHeard(bench: Bench): Promise<string[]> {
  const heard = await bench.readHeard();
  return heard.filter((line) => / (exit \w+|success \d+|connected|closed)$/.test(line));
}

const expectState = (bench: Bench, name: PartName, state: Partial<State>) =>
  expect.poll(() => bench.readState(name)).toMatchObject(state);

export async function openBy(bench: Bench, name: PartName): Promise<void> {
  await bench.press(name);
  await bench.seeSelector();
}

/** The first component opens Connect: the only one, or beside the second. */
async function openFirst(bench: Bench, others: Shown = {}): Promise<void> {
  await bench.render({ first: 'one', ...others });
  await openBy(bench, 'first');
}

const expectClosed = (bench: Bench) => expect.poll(() => bench.countOpen()).toBe(0);

/** A click throws, and opens nothing. */
async function expectRefusal(bench: Bench, words: string): Promise<void> {
  await bench.render({ first: 'one' });
  await bench.press('first');
  // Some frameworks log it as well.
  await expect.poll(() => bench.problems).toContainEqual(expect.stringContaining(words));
  expect(await bench.readState('first')).toEqual(closed);
}

const success = / (success \d+|connected)$/;

/** The promises of every binding, one sentence each. Each starts with a new page without visible components. */
const contract: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  async 'opens, and reports it only to the component that opened'(bench) {
    await bench.render({ first: 'one', second: 'one' });
    expect(await bench.readState('first')).toEqual(closed);
    await openBy(bench, 'first');
    await expectState(bench, 'first', { isOpen: true, step: 'select', error: null });
    await bench.reachLogin();
    await expectState(bench, 'first', { isOpen: true, step: 'login' });
    expect(await bench.readState('second')).toEqual(closed);
  },

  async 'connects: one success, no exit, and it is closed'(bench) {
    await openFirst(bench);
    await bench.reachLogin();
    await bench.allow();
    await expectState(bench, 'first', closed);
    await expectClosed(bench);
    await expect.poll(() => readHeard(bench)).toContainEqual(expect.stringMatching(success));
    const heard = await readHeard(bench);
    expect(heard.filter((line) => success.test(line))).toHaveLength(1);
    expect(heard.filter((line) => line.includes('exit'))).toEqual([]);
  },

  async 'reports an exit once, and opens again'(bench) {
    await openFirst(bench);
    await bench.leave();
    await expectState(bench, 'first', closed);
    expect(await readHeard(bench)).toEqual(['first one closed', 'first one exit closed']);
    await openBy(bench, 'first');
    await expectState(bench, 'first', { isOpen: true, step: 'select' });
  },

  async 'closes by its own close'(bench) {
    await openFirst(bench, { second: 'one' });
    await bench.close('second');
    await expectState(bench, 'first', { isOpen: true });
    await bench.close('first');
    await expectState(bench, 'first', closed);
    expect(await readHeard(bench)).toEqual(['first one closed', 'first one exit closed']);
  },

  async 'shows an error, keeps it after the exit, and forgets it at the next opening'(bench) {
    await openFirst(bench);
    await bench.reachLogin();
    await bench.fail('rate_limited');
    if (bench.showsErrors) {
      await expectState(bench, 'first', { isOpen: true, step: 'failed', error: 'rate_limited' });
      await bench.close('first');
    }
    await expectState(bench, 'first', { isOpen: false, step: null, error: 'rate_limited' });
    expect(await readHeard(bench)).toEqual(['first one closed', 'first one exit rate_limited']);
    await openBy(bench, 'first');
    await expectState(bench, 'first', { isOpen: true, error: null });
  },

  async 'calls the callbacks of the last render'(bench) {
    await openFirst(bench, { button: 'one' });
    await bench.render({ first: 'two', button: 'two' });
    await expectState(bench, 'first', { isOpen: true });
    await bench.close('first');
    await expectState(bench, 'first', closed);
    await openBy(bench, 'button');
    await bench.render({ first: 'two', button: 'three' });
    await bench.leave();
    await expect
      .poll(() => readHeard(bench))
      .toEqual([
        'first two closed',
        'first two exit closed',
        'button three closed',
        'button three exit closed',
      ]);
  },

  async 'closes when it is unmounted while open, and keeps nothing'(bench) {
    await openFirst(bench, { button: 'one' });
    await bench.render({ button: 'one' });
    await expectClosed(bench);
    await openBy(bench, 'button');
    await bench.render({});
    await expectClosed(bench);
    expect((await readHeard(bench)).filter((line) => line.includes('exit'))).toEqual([
      'first one exit closed',
      'button one exit closed',
    ]);
  },

  async 'leaves the session of another component open'(bench) {
    await openFirst(bench, { second: 'one' });
    // The modal covers the page, but a script can still click.
    await bench.pressByScript('second');
    await expectState(bench, 'first', { isOpen: true, step: 'select' });
    expect(await bench.readState('second')).toEqual(closed);
    expect(await bench.countOpen()).toBe(1);
    await bench.render({ first: 'one' });
    await expectState(bench, 'first', { isOpen: true, step: 'select' });
    await bench.reachLogin();
    await bench.render({});
    await expectClosed(bench);
    expect((await readHeard(bench)).filter((line) => line.startsWith('second'))).toEqual([]);
  },

  async "leaves a session of the page's own script open"(bench) {
    await bench.render({ first: 'one' });
    await bench.openByPage();
    await bench.seeSelector();
    await bench.pressByScript('first');
    expect(await bench.readState('first')).toEqual(closed);
    await bench.render({});
    // Two tasks, enough for a wrong close to happen.
    await bench.passTime();
    await bench.reachLogin();
    expect(await readHeard(bench)).toEqual([]);
  },

  async 'ends as aborted by its signal'(bench) {
    if (!bench.hasSignal) return;
    await openFirst(bench, { second: 'one' });
    await bench.abort('second');
    await expectState(bench, 'first', { isOpen: true });
    await bench.abort('first');
    await expectState(bench, 'first', closed);
    // An aborted signal ends the session during the call of `open`.
    await bench.press('first');
    await expectClosed(bench);
    await expectState(bench, 'first', closed);
    expect((await readHeard(bench)).filter((line) => line.includes('exit'))).toEqual([
      'first one exit aborted',
      'first one exit aborted',
    ]);
  },

  async 'throws at once for the ID of a session in place of its secret, and opens without it'(
    bench,
  ) {
    await bench.set({ connectSession: 'cs_0123456789' });
    await expectRefusal(bench, 'session must be');
    expect(await readHeard(bench)).toEqual([]);
    await bench.set({ connectSession: '' });
    await bench.render({});
    await openFirst(bench);
  },

  async 'has a plain button, which passes everything else on'(bench) {
    await bench.render({ button: 'one' });
    const attributes = await bench.readAttributes();
    expect(attributes).toMatchObject({ title: 'Passed on', 'data-extra': 'yes' });
    expect(Object.keys(attributes).join()).not.toMatch(/client|success|connect-?url/i);
    await bench.set({ preventsClick: true });
    await bench.press('button');
    expect(await bench.countOpen()).toBe(0);
    await bench.set({ preventsClick: false });
    await openBy(bench, 'button');
  },
};

/**
 * Tests the contract.
 *
 * @param openBench - opens a page with the application of one binding. It is closed after the test
 * @param sentences - default: all of the contract
 */
export function describeContract(
  openBench: (name: BindingName) => Promise<Bench>,
  bindings: readonly BindingName[],
  sentences: readonly string[] = Object.keys(contract),
): void {
  describe.each(bindings)('%s', (name) => {
    it.each(sentences)('%s', async (sentence) => {
      const bench = await openBench(name);
      await contract[sentence]?.(bench);
      if (!sentence.startsWith('throws')) expect(bench.problems).toEqual([]);
    });
  });
}
