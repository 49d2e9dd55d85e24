import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { CallError, callApi, sessionEnded } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { rulesResolver } from '../../web/calls/rulesResolver.ts';
import { clearServerErrors, showServerErrors } from '../../web/calls/serverErrors.ts';
import { toast } from '../../web/toasts/toast.ts';
import { count } from '../../shared/german.ts';
import { PreviewForm } from '../../web/ui/layout/PreviewForm.tsx';
import { useFocusOnResult } from '../../web/ui/buttons/useFocusOnResult.ts';
import { fullOverview, ownOverview } from '../../features/appointments/contract.ts';
import { getOwnSeries, getSeries, planOwnSeries, planSeries } from '../../features/appointments/series/contract.ts';
import { SeriesCreated } from './SeriesCreated.tsx';
import { fieldGrid, SeriesFields } from './SeriesFields.tsx';
import { asPlan, failureOf, seriesErrors, type SeriesFields as Form } from './seriesForm.ts';
import { SeriesPreview, type Preview } from './SeriesPreview.tsx';

interface Props {
  asAdmin: boolean;
  initial: Form;
}

/**
 * Plans and creates a series (reference 7.15): form, preview, and 'anlegen'. By keyboard, Enter in any field shows the
 * preview and moves the focus to it; the next stop is the button that creates the series.
 */
export default function SeriesPlanner({ asAdmin, initial }: Props) {
  const [formError, setFormError] = useState('');
  const [preview, setPreview] = useState<Preview | null>(null);
  const [created, setCreated] = useState<{ form: Form; n: number } | null>(null);
  const [creating, setCreating] = useState(false);
  const [stale, setStale] = useState('');
  const { result, focusResult } = useFocusOnResult();
  const { control, handleSubmit, setError, clearErrors, formState } = useForm<Form>({
    defaultValues: initial,
    mode: 'onTouched',
    resolver: rulesResolver((values) => seriesErrors(values, asAdmin)),
  });
  const { errors, isSubmitting } = formState;
  const form = useWatch({ control }) as Form;
  const isCurrent = preview !== null && keyOf(preview.form) === keyOf(form);

  /** Requests the preview of a form, or creates its appointments if there are still `expect` new ones. */
  const plan = async (of: Form, expect: number | null) => {
    const input = { ...asPlan(of), apply: expect !== null, expect };
    const { data } = asAdmin
      ? await callApi(planSeries, { ...input, coachId: of.coach?.value ?? null })
      : await callApi(planOwnSeries, input);
    return data;
  };
  const fail = (error: unknown) => {
    if (sessionEnded(error)) return;
    const failure = failureOf(error, asAdmin);
    setFormError(failure.formError);
    showServerErrors(setError, failure.errors);
  };
  const show = async (of: Form) => {
    const { entries, counts } = await plan(of, null);
    setCreated(null);
    setPreview({ form: of, entries, newCount: counts.new ?? 0 });
    focusResult();
  };
  const submit = handleSubmit(async (of) => {
    setFormError('');
    setStale('');
    try {
      await show(of);
    } catch (error) {
      fail(error);
    }
  });
  const create = async () => {
    if (!preview || creating) return;
    setCreating(true);
    setFormError('');
    setStale('');
    try {
      const { counts } = await plan(preview.form, preview.newCount);
      const n = counts.new ?? 0;
      toast.success(`${count(n, 'Termin', 'Termine')} angelegt!`, 'series');
      setPreview(null);
      setCreated({ form: preview.form, n });
      focusResult();
      void invalidate(getSeries, getOwnSeries, ownOverview, fullOverview);
    } catch (error) {
      if (sessionEnded(error)) return;
      toast.error('Die Serie konnte nicht angelegt werden!', 'series');
      if (!(error instanceof CallError) || error.code !== 'stale') return fail(error);
      // The calendar has changed since the preview: show it again, with the reason.
      setStale(error.message);
      await show(preview.form).catch(fail);
    } finally {
      setCreating(false);
    }
  };
  const onChanged = () => clearServerErrors(errors, clearErrors);
  return (
    <>
      <PreviewForm
        label="Serie planen"
        grid={fieldGrid}
        formError={formError}
        preview={isCurrent ? 'current' : preview ? 'outdated' : 'none'}
        busy={isSubmitting}
        busyText="Wird geplant..."
        onSubmit={(event) => void submit(event)}
        onChange={onChanged}
      >
        <SeriesFields control={control} asAdmin={asAdmin} onChanged={onChanged} />
      </PreviewForm>
      {preview && (
        <SeriesPreview
          ref={result}
          preview={preview}
          isCurrent={isCurrent}
          stale={stale}
          creating={creating}
          onCreate={() => void create()}
        />
      )}
      {created && <SeriesCreated ref={result} asAdmin={asAdmin} {...created} />}
    </>
  );
}

/** Identifies the plan of a form, to notice changes after the preview. */
const keyOf = (form: Form) => JSON.stringify([form.coach?.value, asPlan(form)]);
