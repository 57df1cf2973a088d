import { createTheme } from './appearance.ts';
import { keepFocus, moveFocus, rememberFocus } from './focus.ts';
import { fitKeyboard } from './keyboard.ts';
import modalCss from './modal.css?inline';
import { Modal as ModalView } from './modal.tsx';
import type { Modal, ModalOptions, ModalSession } from './modal-model.ts';
import { render } from './render.ts';
import { lockScroll } from './scroll-lock.ts';
import { adoptSelectorStyles } from './selector-styles.ts';
import { hideEvents } from './shield.ts';

/**
 * Draws the modal into a shadow root, whose element must be in the document. The frame, a light child of the element,
 * shows through a slot and is never moved. Until `show`, the host's page does not change.
 */
export function mountModal(options: ModalOptions): Modal {
  const { root } = options;
  // A modal that was closed and is shown again has left its style sheet here.
  root.adoptedStyleSheets = [];
  adoptSelectorStyles(root.adoptedStyleSheets, modalCss);
  const style = createTheme(options.appearance);
  let letPageGo: (() => void) | undefined;
  let isClosed = false;
  const draw = (session: ModalSession, isShown: boolean) =>
    render(<ModalView {...options} {...session} style={style} isShown={isShown} />, root);
  const focus = () => moveFocus(root);

  try {
    draw(options, false);
  } catch (error) {
    // The failed drawing is removed. Otherwise the next change of a signal would repeat it, and nothing would catch
    // the error.
    render(null, root);
    throw error;
  }
  return {
    show(session) {
      // Called before any change of the layout, because after a change the browser would have to compute the layout
      // at once.
      letPageGo = holdPage(options, focus);
      draw(session, true);
    },
    focus,
    close() {
      if (isClosed) return;
      isClosed = true;
      render(null, root);
      letPageGo?.();
    },
  };
}

/**
 * Keeps the page from scrolling and reacting while the modal is shown. `focus` brings the focus back into the modal.
 *
 * @returns releases the page
 */
function holdPage({ root, passEvents }: ModalOptions, focus: () => void): () => void {
  const releases = [
    rememberFocus(),
    // This comes before the scroll lock, because it reads sizes that the lock changes.
    fitKeyboard(root.host as HTMLElement),
    lockScroll(),
    hideEvents(root, passEvents, () => keepFocus(root.host, focus)),
  ];
  return () => {
    for (const release of releases) release();
  };
}
