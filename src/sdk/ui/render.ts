// This import makes Preact draw a component again when a signal that the component has read changes.
import '@preact/signals';
import { options, render, type VNode } from 'preact';

// Preact reads properties with for-in, so a polluted prototype could set `dangerouslySetInnerHTML`. No element here may
// have a `ref`: JSX then copies the properties with for-in, before this function runs.
options.vnode = (node: VNode) => {
  Object.setPrototypeOf(node.props, null);
};

export { render };
