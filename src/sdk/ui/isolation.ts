/**
 * Protects the modal's element and the frame from the host's styles for `div` and `iframe`, which apply to both because
 * they are outside the shadow tree. Important declarations in a shadow tree override important ones of the page.
 *
 * The modal's element has no box (`display:contents`), because a box would be a row in a page that is a grid. The frame
 * inherits the visibility and the colour scheme of the modal.
 *
 * @see https://www.w3.org/TR/css-cascade-5/#cascade-context
 */
export const isolationCss =
  ':host{all:initial!important;display:contents!important}' +
  ':host::before,:host::after{display:none!important}' +
  '::slotted(iframe){all:initial!important;display:block!important;inline-size:100%!important;' +
  'block-size:100%!important;visibility:inherit!important;color-scheme:inherit!important}';
