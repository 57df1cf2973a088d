import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchDocuments } from '../../../src/sdk/host/document-watch.ts';

const onLost = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onLost.mockReset();
});

afterEach(() => vi.useRealTimers());

it('is content with pages that speak before or after their load', () => {
  const watch = watchDocuments(onLost);
  watch.handleFirstWord();
  watch.handleLoad();
  watch.handleLoad();
  watch.handleFirstWord();
  vi.advanceTimersByTime(60_000);
  expect(onLost).not.toHaveBeenCalled();
});

it('says so when a later document is silent for five seconds after its load', () => {
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

it('lets a page go to the provider when it says so, and come back', () => {
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

it('is quiet once closed', () => {
  const watch = watchDocuments(onLost);
  watch.handleFirstWord();
  watch.handleLoad();
  watch.handleLoad();
  watch.close();
  vi.advanceTimersByTime(5000);
  expect(onLost).not.toHaveBeenCalled();
});
