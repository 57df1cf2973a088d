import type { ModalDriver } from './modal-screen-types.ts';

/** Acts as a person would, in the modal's open shadow root. Stops waiting for elements once the signal is aborted. */
export function createModalDriver(signal: AbortSignal): ModalDriver {
  const find = <Found extends Element>(selector: string, text = '') =>
    waitFor(signal, () =>
      [...(findDialog()?.querySelectorAll<Found & HTMLElement>(selector) ?? [])].find((element) =>
        element.textContent.trim().includes(text),
      ),
    );
  return {
    async pick(name) {
      (await find<HTMLElement>('[role=option]', name)).click();
    },
    async press() {
      (await find<HTMLButtonElement>('button.primary')).click();
    },
    async see(screen) {
      await waitFor(signal, () => findDialog()?.matches(`[data-screen=${screen}]`) || undefined);
    },
    async search(text) {
      const input = await find<HTMLInputElement>('input');
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await nextFrame();
    },
  };
}

/** @returns the modal's dialog element, or null if no modal exists. The dialog may not be open yet */
export function findDialog(): HTMLDialogElement | null {
  const hosts = [...document.documentElement.children];
  return hosts.map((host) => host.shadowRoot?.querySelector('dialog')).find(Boolean) ?? null;
}

/** The time to wait, in milliseconds, instead of a paint in a hidden frame. Browsers rarely paint hidden frames. */
const hiddenFrameMs = 100;

/** Waits until the browser has painted the document. In a frame, waits no longer than {@link hiddenFrameMs}. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    if (window.parent !== window) setTimeout(resolve, hiddenFrameMs);
  });
}

async function waitFor<Value>(signal: AbortSignal, find: () => Value | undefined): Promise<Value> {
  for (;;) {
    signal.throwIfAborted();
    const found = find();
    if (found !== undefined) return found;
    await nextFrame();
  }
}
