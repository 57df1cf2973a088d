// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { mountSelector } from '../../../src/sdk/host/selector/load-selector-at-service.ts';

vi.mock('../../../src/sdk/ui/locales/locate-at-service.ts', () => ({
  locateAtService: (file: string) => new URL(file, 'http://localhost/'),
}));

afterEach(() => vi.useRealTimers());

it('fails when the file has not arrived after 15 s, and asks for it again at the next call', async () => {
  vi.useFakeTimers();
  const append = vi.spyOn(document.head, 'append').mockReturnValue();
  const mount = () => mountSelector(...([] as unknown as Parameters<typeof mountSelector>));
  const onFailure = vi.fn();
  mount().catch(onFailure);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(onFailure).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onFailure).toHaveBeenCalledOnce();

  mount().catch(() => {});
  expect(append).toHaveBeenCalledTimes(2);
});
