import type { ModalDriver } from './modal-screen-types.ts';

/**
 * Acts in the modal that the SDK has drawn into an open shadow root, as a person would. The SDK's API has no access
 * to its modal, and needs none.
 *
 * @param signal - stops waiting
 */
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
    async see(kind) {
      await waitFor(signal, () => findDialog()?.closest(`[data-screen="${kind}"]`) ?? undefined);
    },
    async search(text) {
      const input = await find<HTMLInputElement>('input');
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await nextFrame();
    },
  };
}

/** @returns the modal's dialog, already open or about to open */
export function findDialog(): HTMLDialogElement | null {
  const hosts = [...document.documentElement.children];
  return hosts.map((host) => host.shadowRoot?.querySelector('dialog')).find(Boolean) ?? null;
}

/** A browser paints hidden frames rarely or never. */
const hiddenFrameMs = 100;

/** @returns resolves when the browser has painted the current state, or when the document is a hidden frame */
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
