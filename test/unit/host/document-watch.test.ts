import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchDocuments } from '../../../src/sdk/host/flow/document-watch.ts';

const onLost = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onLost.mockReset();
});

afterEach(() => vi.useRealTimers());

it('accepts pages whose first message comes before or after their load', () => {
  const watch = watchDocuments(onLost);
  watch.handleFirstWord();
  watch.handleLoad();
  watch.handleLoad();
  watch.handleFirstWord();
  vi.advanceTimersByTime(60_000);
  expect(onLost).not.toHaveBeenCalled();
});

it('reports a later document that is silent for five seconds after its load', () => {
  const watch = watchDocuments(onLost);
  watch.handleLoad();
  watch.handleFirstWord();
  watch.handleLoad();
  vi.advanceTimersByTime(4999);
  expect(onLost).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLost).toHaveBeenCalledOnce();
});

it('leaves the first document to the session’s own time-out', () => {
  watchDocuments(onLost).handleLoad();
  vi.advanceTimersByTime(60_000);
  expect(onLost).not.toHaveBeenCalled();
});

it('allows a page to leave for the provider and return, if it announces that', () => {
  const watch = watchDocuments(onLost);
  watch.handleFirstWord();
  watch.handleLoad();
  watch.handleLeaving();
  watch.handleLoad();
  vi.advanceTimersByTime(600_000);
  expect(onLost).not.toHaveBeenCalled();
  watch.handleLoad();
  watch.handleFirstWord();
  watch.handleLoad();
  vi.advanceTimersByTime(5000);
  expect(onLost).toHaveBeenCalledOnce();
});

it('reports nothing once closed', () => {
  const watch = watchDocuments(onLost);
  watch.handleFirstWord();
  watch.handleLoad();
  watch.handleLoad();
  watch.close();
  vi.advanceTimersByTime(5000);
  expect(onLost).not.toHaveBeenCalled();
});
