// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchShown } from '../../../src/connect/page/shown.ts';

type Entry = Pick<IntersectionObserverEntry, 'isIntersecting' | 'intersectionRatio'>;

/** Tells what is in view, as a browser does. A busy one reports several measurements at once. */
let report: (entries: readonly Entry[]) => void;

class FakeObserver {
  constructor(handle: typeof report) {
    report = handle;
  }
  observe(): void {}
  disconnect(): void {
    report = () => {};
  }
}

beforeEach(() => void vi.stubGlobal('IntersectionObserver', FakeObserver));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const inView = (intersectionRatio: number): Entry => ({ isIntersecting: true, intersectionRatio });
const outside: Entry = { isIntersecting: false, intersectionRatio: 0 };

it.each<[what: string, share: 'any' | 'half', entries: readonly Entry[], isShown: boolean]>([
  ['with half of it in view', 'half', [inView(0.5)], true],
  ['with less than half of it in view', 'half', [inView(0.49)], false],
  ['of which any part is enough', 'any', [inView(0.01)], true],
  ['that has come into view meanwhile', 'half', [outside, inView(1)], true],
  ['that has left the view meanwhile', 'half', [inView(1), outside], false],
])('an element %s counts as people see it, until no one watches it', (_, ...row) => {
  const [share, entries, isShown] = row;
  const onChange = vi.fn();
  const stop = watchShown(document.body, share, onChange);
  report(entries);
  expect(onChange.mock.calls).toEqual([[isShown]]);

  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(onChange.mock.lastCall).toEqual([false]);

  stop();
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  report(entries);
  expect(onChange).toHaveBeenCalledTimes(2);
});
