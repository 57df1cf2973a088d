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

/** Draws the modal into a shadow root in the document. Until `show` is called, the host's page does not change. */
export function mountModal(options: ModalOptions): Modal {
  const { root } = options;
  // Removes the style sheets of an earlier modal in the same shadow root.
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
    // Removes what was drawn. Otherwise the next change of a signal would draw again, and throw uncaught.
    render(null, root);
    throw error;
  }
  return {
    show(session) {
      // `holdPage` reads sizes before the modal is drawn. Afterwards the browser would have to compute the layout.
      letPageGo = holdPage({ ...options, ...session }, focus);
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

function holdPage({ root, passEvents, invoker }: ModalOptions, focus: () => void): () => void {
  const releases = [
    rememberFocus(invoker),
    // `fitKeyboard` comes before `lockScroll`, because it reads sizes that the lock changes.
    fitKeyboard(root.host as HTMLElement),
    lockScroll(),
    hideEvents(root, passEvents, () => keepFocus(root.host, focus)),
  ];
  return () => {
    for (const release of releases) release();
  };
}
