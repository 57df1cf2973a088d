import { copyText } from '../../kit/copy-text.ts';

/** How long the button shows whether the code was copied, in milliseconds. */
const answerMs = 2_000;

/** Adds a button to each block of code that copies the code. */
export function addCopyButtons(root: Document): void {
  for (const block of root.querySelectorAll('.code')) {
    const button = root.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    // After a click, the label says whether the code was copied. `aria-live` makes screen readers announce it.
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', () => void copy(block, button));
    block.append(button);
  }
}

async function copy(block: Element, button: HTMLButtonElement): Promise<void> {
  const code = block.querySelector('code')?.textContent ?? '';
  button.textContent = (await copyText(code)) ? 'Copied' : 'Select the code to copy it';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, answerMs);
}
