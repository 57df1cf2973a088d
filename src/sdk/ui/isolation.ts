/**
 * Protects the elements outside the shadow tree: important declarations in a shadow tree override those of the page
 * (https://www.w3.org/TR/css-cascade-5/#cascade-context). A box of the element would be a row in a page that is a grid.
 */
export const isolationCss =
  ':host{all:initial!important;display:contents!important}' +
  ':host::before,:host::after{display:none!important}' +
  '::slotted(iframe){all:initial!important;display:block!important;inline-size:100%!important;' +
  'block-size:100%!important;visibility:inherit!important;color-scheme:inherit!important}';
