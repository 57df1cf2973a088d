import { batch, type ReadonlySignal, signal } from '@preact/signals-core';

/** A call of one of the functions, as a tuple of the function's name and the arguments. */
export type CallOf<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (...values: infer Values) => unknown
    ? readonly [name: Name, ...values: Values]
    : never;
}[keyof Functions];

/** A mutable copy of the state, with a list of effects. A handler changes the copy and adds effects to the list. */
export type DraftOf<State, Effects> = { -readonly [Name in keyof State]: State[Name] } & {
  readonly effects: CallOf<Effects>[];
};

/** The machine performs the effect after the handler has returned. */
export function queue<Effect extends readonly unknown[]>(
  draft: { readonly effects: Effect[] },
  ...effect: NoInfer<Effect>
): void {
  draft.effects.push(effect);
}

/** The inputs of a machine. A guard says whether an input counts now. A handler makes a draft the next state. */
type Inputs<State, Draft> = Readonly<
  Record<
    string,
    readonly [
      guard: (state: State, ...values: never[]) => boolean,
      handle: (draft: Draft, ...values: never[]) => void,
    ]
  >
>;

type ValuesOf<Handler> = Handler extends (draft: never, ...values: infer Values) => void
  ? Values
  : never;

/** One input of a table of inputs, as a tuple of the input's name and the arguments. */
export type InputOf<Table extends Inputs<never, never>> = {
  readonly [Name in keyof Table]: readonly [name: Name, ...values: ValuesOf<Table[Name][1]>];
}[keyof Table];

/** Computes the result of an input. It is pure: it reads only its arguments and has no side effects. */
export type Transition<State, Effects, Input> = (
  state: State,
  input: Input,
) => { readonly state: State; readonly effects: readonly CallOf<Effects>[] };

/** Creates the function that computes the result of an input. If the guard returns false, nothing changes. */
export function createTransition<
  State extends object,
  Effects,
  Input extends readonly [string, ...unknown[]],
>(inputs: Inputs<State, DraftOf<State, Effects>>): Transition<State, Effects, Input> {
  return (state, [name, ...values]) => {
    // The type of `Input` guarantees that the name is in the table, and that the values fit it.
    const [guard, handle] = inputs[name] as readonly [
      (state: State, ...values: unknown[]) => boolean,
      (draft: DraftOf<State, Effects>, ...values: unknown[]) => void,
    ];
    if (!guard(state, ...values)) return { state, effects: [] };
    const draft: DraftOf<State, Effects> = { ...state, effects: [] };
    handle(draft, ...values);
    const { effects, ...next } = draft;
    return { state: next as unknown as State, effects };
  };
}

interface MachineOptions<State, Effects, Input> {
  readonly state: State;
  readonly transition: Transition<State, Effects, Input>;
  /** Returns the functions that perform the effects. A function, because the effects themselves need `dispatch`. */
  readonly getEffects: () => Effects;
  /** Called before each input. Returns the state with current facts, such as whether the browser is online. */
  readonly refresh?: (state: State) => State;
  readonly onStep?: (before: State, after: State) => void;
  /** Called before each effect. If it returns true, the effect and those after it are not performed. */
  readonly isClosed?: () => boolean;
}

export function createMachine<State, Effects, Input extends readonly unknown[]>({
  transition,
  getEffects,
  refresh = (state) => state,
  onStep,
  isClosed,
  ...options
}: MachineOptions<State, Effects, Input>) {
  const state = signal(options.state);
  // In a batch, components draw the new state only after all effects, such as a callback of the host, have run.
  const dispatch = (...input: Input) =>
    batch(() => {
      const before = state.peek();
      const step = transition(refresh(before), input);
      state.value = step.state;
      onStep?.(before, step.state);
      for (const effect of step.effects) {
        if (isClosed?.()) return;
        perform(getEffects(), effect);
      }
    });
  return { state: state as ReadonlySignal<State>, dispatch };
}

function perform<Effects>(effects: Effects, effect: CallOf<Effects>): void {
  const [name, ...values] = effect as unknown as readonly [keyof Effects, ...unknown[]];
  // The type of `CallOf` guarantees that the values fit the name.
  (effects[name] as (...values: readonly unknown[]) => void)(...values);
}
