// This import makes Preact draw a component again when a signal that the component has read changes.
import '@preact/signals';
import { type ComponentChild, options, render as renderNodes, type VNode } from 'preact';

// Preact reads properties with for-in, so a polluted prototype could set `dangerouslySetInnerHTML`. No element here may
// have a `ref`: JSX then copies the properties with for-in, before this function runs.
options.vnode = (node: VNode) => {
  Object.setPrototypeOf(node.props, null);
};

/** Draws a node into a shadow root or an element, or updates what is drawn there. Null removes everything. */
export function render(node: ComponentChild, root: ParentNode & Node): void {
  renderNodes(node, root);
}
