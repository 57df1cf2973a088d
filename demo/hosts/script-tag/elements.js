// Reads the page, and creates its elements.

/**
 * @param {string} id - the ID of an element that the page always has
 * @returns {HTMLElement}
 */
export function find(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}

/**
 * @param {string} name - the name of a meta element that the backend has filled in
 * @returns {string} its content
 */
export function readMeta(name) {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  if (!content) throw new Error(`The page has no meta element ${name}.`);
  return content;
}

/**
 * Creates an element. Text from a provider is inserted as text, never as markup.
 *
 * @param {string} name - the name of an element, with a class if needed, such as `span.soft`
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
 * Makes a name for people, such as "Harbor Tax" for `harbor-tax`.
 *
 * @param {string} id - the ID of a provider
 * @returns {string}
 */
export function nameProvider(id) {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
