import { vi } from 'vitest';

/** happy-dom would load the page, or log that it does not. */
export function keepFramesEmpty(): void {
  Object.assign(Reflect.get(window, 'happyDOM').settings, {
    disableIframePageLoading: false,
    enableIframePageLoading: true,
  });
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(function (
    this: HTMLIFrameElement,
    value: string,
  ) {
    this.setAttribute('data-src', value);
  });
}
