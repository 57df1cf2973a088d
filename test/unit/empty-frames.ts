import { vi } from 'vitest';

/** happy-dom logs an error for frames that it does not load. */
export function allowFrames(): void {
  Object.assign(Reflect.get(window, 'happyDOM').settings, {
    disableIframePageLoading: false,
    enableIframePageLoading: true,
  });
}

/** Frames keep their address as `data-src`, and load nothing. */
export function keepFramesEmpty(): void {
  allowFrames();
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(function (
    this: HTMLIFrameElement,
    value: string,
  ) {
    this.setAttribute('data-src', value);
  });
}
