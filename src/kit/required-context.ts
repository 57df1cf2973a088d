import { createContext, type Provider } from 'preact';
import { useContext } from 'preact/hooks';

/** @returns the context's provider, and a hook that reads its value, which throws outside of the provider */
export function createRequiredContext<Value extends object>() {
  const Context = createContext<Value | null>(null);
  const useValue = (): Value => {
    const value = useContext(Context);
    if (!value) throw new Error('A component was rendered outside of its provider.');
    return value;
  };
  return [Context.Provider as Provider<Value>, useValue] as const;
}
