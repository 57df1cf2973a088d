import { batch, type ReadonlySignal, signal } from '@preact/signals-core';

/** A call of one of the functions: its name and its arguments. */
export type CallOf<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (...values: infer Values) => unknown
    ? readonly [name: Name, ...values: Values]
    : never;
}[keyof Functions];

/** A mutable copy of the state, and the effects so far. Handlers change it. */
export type DraftOf<State, Effects> = { -readonly [Name in keyof State]: State[Name] } & {
  readonly effects: CallOf<Effects>[];
};

/** Adds an effect, which is performed after the handler. */
export function queue<Effect extends readonly unknown[]>(
  draft: { readonly effects: Effect[] },
  ...effect: NoInfer<Effect>
): void {
  draft.effects.push(effect);
}

/**
 * The inputs of a machine by name. A guard says whether the input counts in a state. A handler changes the draft of the
 * next state.
 */
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

/** One input of a table: its name and its arguments. */
export type InputOf<Table extends Inputs<never, never>> = {
  readonly [Name in keyof Table]: readonly [name: Name, ...values: ValuesOf<Table[Name][1]>];
}[keyof Table];

/** The result of an input: the next state, and the effects in order. */
interface Step<State, Effects> {
  readonly state: State;
  readonly effects: readonly CallOf<Effects>[];
}

/** Computes the result of an input. It is pure: it reads only its arguments and has no side effects. */
export type Transition<State, Effects, Input> = (
  state: State,
  input: Input,
) => Step<State, Effects>;

/** @param inputs - an input whose guard says no changes nothing */
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
  /** Called for each effect, because the effects themselves need `dispatch`. */
  readonly getEffects: () => Effects;
  /** Brings facts of the browser up to date before each input. */
  readonly refresh?: (state: State) => State;
  /** Called after each input, before its effects. */
  readonly onStep?: (before: State, after: State) => void;
  /** Whether the machine has ended, so that it performs no more effects. */
  readonly isClosed?: () => boolean;
}

/** A machine at work: its state, and the function that gives it an input. */
interface Machine<State, Input extends readonly unknown[]> {
  readonly state: ReadonlySignal<State>;
  readonly dispatch: (...input: Input) => void;
}

/** Creates a machine: it computes each input's result, then performs the effects. */
export function createMachine<State, Effects, Input extends readonly unknown[]>({
  transition,
  getEffects,
  refresh = (state) => state,
  onStep,
  isClosed,
  ...options
}: MachineOptions<State, Effects, Input>): Machine<State, Input> {
  const state = signal(options.state);
  // The batch makes effects such as a callback run before drawing.
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
  return { state, dispatch };
}

function perform<Effects>(effects: Effects, effect: CallOf<Effects>): void {
  const [name, ...values] = effect as unknown as readonly [keyof Effects, ...unknown[]];
  // The type of `CallOf` guarantees that the values fit the name.
  (effects[name] as (...values: readonly unknown[]) => void)(...values);
}
