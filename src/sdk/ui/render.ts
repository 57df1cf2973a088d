import { type ComponentChild, options, render as renderNodes, type VNode } from 'preact';

// Preact goes through properties with for-in, and would take `dangerouslySetInnerHTML` from a polluted
// `Object.prototype`.
options.vnode = (node: VNode) => {
  Object.setPrototypeOf(node.props, null);
};

/**
 * Draws into a shadow root or an element, or updates what was drawn before.
 *
 * @param node - what to draw; null takes everything away
 */
export function render(node: ComponentChild, root: ParentNode & Node): void {
  renderNodes(node, root);
}
