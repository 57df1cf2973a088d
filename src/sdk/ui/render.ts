// This import makes Preact draw a component again when a signal that the component has read changes.
import '@preact/signals';
import { type ComponentChild, options, render as renderNodes, type VNode } from 'preact';

// Preact reads properties with for-in, so a polluted `Object.prototype` could set `dangerouslySetInnerHTML`. No
// element may have a `ref`, because JSX then copies the other properties with for-in, too, before they get here.
options.vnode = (node: VNode) => {
  Object.setPrototypeOf(node.props, null);
};

/** Draws into a shadow root or an element, or updates the earlier drawing. Null removes everything. */
export function render(node: ComponentChild, root: ParentNode & Node): void {
  renderNodes(node, root);
}
