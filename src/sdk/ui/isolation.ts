/**
 * Keeps the host's styles for `div` and `iframe` from the two elements that the host's page can reach:
 * the modal's own, and the frame. What is important in a shadow tree wins over what is important in the
 * page around it.
 *
 * The element has no box, because a box would be a row in a page that is a grid. The frame is hidden
 * together with what is around it, and light or dark like it.
 *
 * @see https://www.w3.org/TR/css-cascade-5/#cascade-context
 */
export const isolationCss =
  ':host{all:initial!important;display:contents!important}' +
  ':host::before,:host::after{display:none!important}' +
  '::slotted(iframe){all:initial!important;display:block!important;inline-size:100%!important;' +
  'block-size:100%!important;visibility:inherit!important;color-scheme:inherit!important}';
