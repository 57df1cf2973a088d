// Reads the page, and makes its elements.

/**
 * @param {string} id - of an element that the page is known to have
 * @returns {HTMLElement}
 */
export function find(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}

/**
 * @param {string} name - of a meta element that the backend has filled in
 * @returns {string} its content
 */
export function readMeta(name) {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  if (!content) throw new Error(`The page has no meta element ${name}.`);
  return content;
}

/**
 * What comes from a provider is text, never markup.
 *
 * @param {string} name - of an element, with a class if needed, such as `span.soft`
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function create(name, ...children) {
  const [tag = '', className] = name.split('.');
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/**
 * Such as "Harbor Tax" for `harbor-tax`: an ID is for machines.
 *
 * @param {string} id - of a provider
 * @returns {string}
 */
export function nameProvider(id) {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
