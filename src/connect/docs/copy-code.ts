import { copyText } from '../../kit/copy-text.ts';

/** The time that the button shows whether the code was copied, in milliseconds. */
const answerMs = 2_000;

export function addCopyButtons(root: Document): void {
  for (const block of root.querySelectorAll('.code')) {
    const button = root.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    // After a click, the label says whether the code was copied. `aria-live` makes screen readers announce it.
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', createCopy(block, button));
    block.append(button);
  }
}

function createCopy(block: Element, button: HTMLButtonElement): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return async () => {
    // A line break at the end would run a command as soon as it is pasted into a terminal.
    const code = block.querySelector('code')?.textContent.trimEnd() ?? '';
    button.textContent = (await copyText(code)) ? 'Copied' : 'Select the code to copy it';
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = 'Copy';
    }, answerMs);
  };
}
