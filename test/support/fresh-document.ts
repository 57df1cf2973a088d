import { vi } from 'vitest';

// Unit files of a worker share a document. What one file selects, stores or stubs must not reach the next.
vi.unstubAllGlobals();
if (typeof document !== 'undefined') {
  getSelection()?.removeAllRanges();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  // In happy-dom, `wbr` is not inline, so that it would add blanks to the names of links.
  document.head.innerHTML = '<style>wbr { display: inline }</style>';
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) {
    document.documentElement.removeAttribute(name);
  }
}
