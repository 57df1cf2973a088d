import type { ComponentChildren, FormHTMLAttributes, TargetedEvent } from 'preact';

export interface FormProps
  extends Pick<FormHTMLAttributes<HTMLFormElement>, 'class' | 'noValidate' | 'onKeyDown'> {
  /** @returns the ID of the field that then gets the focus, such as one with a refused text; null for none */
  readonly submit: (
    data: FormData,
    form: HTMLFormElement,
  ) => Promise<string | null> | string | null;
  readonly children: ComponentChildren;
}

/** A form that is submitted without loading a document. By default, the browser does not check its fields. */
export function Form({ submit, ...attributes }: FormProps) {
  const handleSubmit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget: form } = event;
    const focused = await submit(new FormData(form), form);
    if (focused !== null) document.getElementById(focused)?.focus();
  };
  return (
    <form class="form" noValidate {...attributes} onSubmit={(event) => void handleSubmit(event)} />
  );
}

/** @returns the text of a form's field, without surrounding blanks */
export function readText(data: FormData, name: string): string {
  return String(data.get(name) ?? '').trim();
}
