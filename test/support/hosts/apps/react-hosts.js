import {
  FloatingPortal,
  useClick,
  useDismiss,
  useFloating,
  useInteractions,
} from '@floating-ui/react';
import * as headless from '@headlessui/react';
import ClickAwayListener from '@mui/material/ClickAwayListener';
import * as radix from '@radix-ui/react-popover';
import Dropdown from '@rc-component/dropdown';
import Tooltip from '@rc-component/tooltip';
import OldDropdown from 'rc-dropdown';
import OldTooltip from 'rc-tooltip';
import { createElement as h, useRef, useState } from 'react';
import { Overlay, useOverlayTrigger, usePopover } from 'react-aria';
import { createRoot } from 'react-dom/client';
import { useOverlayTriggerState } from 'react-stately';
import { shieldEvents } from 'tax-connect';
import { TaxConnectButton } from 'tax-connect/react';

const options = { clientId: 'app', onSuccess() {} };
const panel = () =>
  h(
    'div',
    { id: 'panel' },
    h(TaxConnectButton, { ...options, connectUrl: window.connectUrl }, 'Connect'),
  );
const trigger = (props) => h('button', { type: 'button', id: 'trigger', ...props }, 'Open');

/** @param events - `mouseEvent` and `touchEvent` of the listener */
const clickAway = (events) =>
  function ClickAway() {
    const [isOpen, setIsOpen] = useState(false);
    const close = () => setIsOpen(false);
    const listener = () => h(ClickAwayListener, { ...events, onClickAway: close }, panel());
    return [
      h(trigger, { key: 1, onClick: () => setIsOpen(true) }),
      isOpen && h(listener, { key: 2 }),
    ];
  };

/**
 * @param Popup - controlled, as by Ant Design
 * @param names - of its properties for whether it is open, and for changes
 */
const overlay = (Popup, [open, onChange] = ['visible', 'onVisibleChange']) =>
  function WithOverlay() {
    const [isOpen, setIsOpen] = useState(false);
    const control = { [open]: isOpen, [onChange]: setIsOpen };
    return h(Popup, { trigger: ['click'], ...control, overlay: panel() }, trigger());
  };

function AriaContent({ state, triggerRef }) {
  const popoverRef = useRef(null);
  const { popoverProps } = usePopover({ triggerRef, popoverRef }, state);
  return h('div', { ...popoverProps, ref: popoverRef }, panel());
}

function AriaPopover() {
  const triggerRef = useRef(null);
  const state = useOverlayTriggerState({});
  useOverlayTrigger({ type: 'dialog' }, state, triggerRef);
  return [
    h(trigger, { key: 1, ref: triggerRef, onClick: state.open }),
    state.isOpen && h(Overlay, { key: 2 }, h(AriaContent, { state, triggerRef })),
  ];
}

function HeadlessPopover() {
  return h(
    headless.Popover,
    null,
    h(headless.PopoverButton, { id: 'trigger' }, 'Open'),
    h(headless.PopoverPanel, null, panel()),
  );
}

/** @param isModal - true when the popover makes the page inert */
const radixPopover = (isModal) =>
  function RadixPopover() {
    return h(
      radix.Root,
      { modal: isModal },
      h(radix.Trigger, { id: 'trigger' }, 'Open'),
      h(radix.Portal, null, h(radix.Content, null, panel())),
    );
  };

function FloatingPopover() {
  const [isOpen, setIsOpen] = useState(false);
  const { refs, context } = useFloating({ open: isOpen, onOpenChange: setIsOpen });
  const interactions = [useClick(context), useDismiss(context)];
  const { getReferenceProps, getFloatingProps } = useInteractions(interactions);
  const floating = { ref: refs.setFloating, ...getFloatingProps() };
  return [
    h(trigger, { key: 1, ref: refs.setReference, ...getReferenceProps() }),
    isOpen && h(FloatingPortal, { key: 2 }, h('div', floating, panel())),
  ];
}

const hosts = {
  'MUI ClickAwayListener, click': clickAway({}),
  'MUI ClickAwayListener, mousedown': clickAway({
    mouseEvent: 'onMouseDown',
    touchEvent: 'onTouchStart',
  }),
  'MUI ClickAwayListener, mouseup': clickAway({ mouseEvent: 'onMouseUp' }),
  'MUI ClickAwayListener, pointerdown': clickAway({
    mouseEvent: 'onPointerDown',
    touchEvent: false,
  }),
  'MUI ClickAwayListener, pointerup': clickAway({ mouseEvent: 'onPointerUp', touchEvent: false }),
  'MUI ClickAwayListener, touch': clickAway({ mouseEvent: false }),
  'Ant Design 6 Dropdown': overlay(Dropdown, ['open', 'onOpenChange']),
  'Ant Design 6 Popover': overlay(Tooltip),
  'Ant Design 5 Dropdown': overlay(OldDropdown),
  'Ant Design 5 Popover': overlay(OldTooltip),
  'React Aria Popover': AriaPopover,
  'Headless UI Popover': HeadlessPopover,
  'Radix Popover': radixPopover(false),
  'Radix modal Popover': radixPopover(true),
  'Floating UI useDismiss': FloatingPopover,
};

/** @param isShieldedFirst - true when the application calls `shieldEvents` before anything else */
window.showHost = (name, isShieldedFirst) => {
  if (isShieldedFirst) shieldEvents();
  createRoot(document.querySelector('#app')).render(h(hosts[name]));
};
