/**
 * Protects the modal's own element and the frame from the host's styles for `div` and `iframe`. The host's page can
 * reach both. Important declarations in a shadow tree override important ones of the page.
 *
 * The element has no box, because in a page that is a grid, a box would be a row. The frame has the visibility and
 * the colour scheme of the modal.
 *
 * @see https://www.w3.org/TR/css-cascade-5/#cascade-context
 */
export const isolationCss =
  ':host{all:initial!important;display:contents!important}' +
  ':host::before,:host::after{display:none!important}' +
  '::slotted(iframe){all:initial!important;display:block!important;inline-size:100%!important;' +
  'block-size:100%!important;visibility:inherit!important;color-scheme:inherit!important}';
