import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { CallError, callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { rulesResolver } from '../../web/calls/rulesResolver.ts';
import { clearServerErrors, showServerErrors } from '../../web/calls/serverErrors.ts';
import { toast } from '../../web/toasts/toast.ts';
import { formatCount } from '../../shared/german.ts';
import { PreviewForm } from '../../web/ui/layout/PreviewForm.tsx';
import { useFocusOnResult } from '../../web/ui/buttons/useFocusOnResult.ts';
import { getFullOverview, getOwnOverview } from '../../features/appointments/contract.ts';
import {
  endOwnSeries,
  endSeries,
  getOwnSeries,
  getSeries,
  planOwnSeries,
  planSeries,
  type SeriesEntry,
} from '../../features/appointments/series/contract.ts';
import { toastWithUndo } from '../appointment-actions/undo.ts';
import { SeriesCreated } from './SeriesCreated.tsx';
import { fieldGrid, SeriesFields } from './SeriesFields.tsx';
import { toPlanInput, toFormErrors, seriesErrors, type SeriesForm as Form } from './seriesForm.ts';
import { SeriesPreview, type Preview } from './SeriesPreview.tsx';

interface Props {
  asAdmin: boolean;
  initialForm: Form;
}

/**
 * Plans and creates a series (reference 7.15): form, preview, and 'anlegen'. Enter in any field shows the preview and
 * moves the focus to it; the next Tab leads to the button that creates the series.
 */
export default function SeriesPlanner({ asAdmin, initialForm }: Props) {
  const [formError, setFormError] = useState('');
  const [preview, setPreview] = useState<Preview | null>(null);
  const [createdSeries, setCreatedSeries] = useState<{ form: Form; entries: readonly SeriesEntry[] } | null>(null);
  const [isCreating, setIsCreating] = useState(false);
  const [refreshReason, setRefreshReason] = useState('');
  const { resultRef, focusResult } = useFocusOnResult();
  const { control, handleSubmit, setError, clearErrors, formState } = useForm<Form>({
    defaultValues: initialForm,
    mode: 'onTouched',
    resolver: rulesResolver((values) => seriesErrors(values, asAdmin)),
  });
  const { errors, isSubmitting } = formState;
  const form = useWatch({ control }) as Form;
  const isCurrent = preview !== null && keyOf(preview.form) === keyOf(form);

  /**
   * Requests a preview if `expectedCount` is null. Otherwise creates the appointments, if the number of new
   * appointments is still `expectedCount`.
   */
  const sendPlan = async (values: Form, expectedCount: number | null) => {
    const input = { ...toPlanInput(values), apply: expectedCount !== null, expect: expectedCount };
    const { data } = asAdmin
      ? await callApi(planSeries, { ...input, coachId: values.coach?.value ?? null })
      : await callApi(planOwnSeries, input);
    return data;
  };
  const showError = (error: unknown) => {
    if (isSessionEndedError(error)) return;
    const failure = toFormErrors(error, asAdmin);
    setFormError(failure.formError);
    showServerErrors(setError, failure.fieldErrors);
  };
  const showPreview = async (values: Form) => {
    const { entries, counts } = await sendPlan(values, null);
    setCreatedSeries(null);
    setPreview({ form: values, entries, newCount: counts.new ?? 0 });
    focusResult();
  };
  const submit = handleSubmit(async (values) => {
    setFormError('');
    setRefreshReason('');
    try {
      await showPreview(values);
    } catch (error) {
      showError(error);
    }
  });
  const create = async () => {
    if (!preview || isCreating) return;
    setIsCreating(true);
    setFormError('');
    setRefreshReason('');
    try {
      const { entries, counts, seriesId } = await sendPlan(preview.form, preview.newCount);
      const created = entries.filter(({ state }) => state === 'new');
      const [first] = created;
      const message = `${formatCount(counts.new ?? 0, 'Termin', 'Termine')} angelegt!`;
      if (seriesId === null || !first) toast.success(message, 'series');
      else
        toastWithUndo(message, 'series', async () => {
          await callApi(asAdmin ? endSeries : endOwnSeries, { seriesId, fromDate: first.date, apply: true });
          setCreatedSeries(null);
        });
      setPreview(null);
      setCreatedSeries({ form: preview.form, entries: created });
      focusResult();
      void invalidate(getSeries, getOwnSeries, getOwnOverview, getFullOverview);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error('Die Serie konnte nicht angelegt werden!', 'series');
      if (!(error instanceof CallError) || error.code !== 'stale') return showError(error);
      // The calendar has changed since the preview, so the preview is refreshed and shows the reason.
      setRefreshReason(error.message);
      await showPreview(preview.form).catch(showError);
    } finally {
      setIsCreating(false);
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
          ref={resultRef}
          asAdmin={asAdmin}
          preview={preview}
          isCurrent={isCurrent}
          refreshReason={refreshReason}
          isCreating={isCreating}
          onCreate={() => void create()}
        />
      )}
      {createdSeries && <SeriesCreated ref={resultRef} asAdmin={asAdmin} {...createdSeries} />}
    </>
  );
}

/** Returns a key of the planned series. If the keys of the form and of the preview differ, the form has changed. */
const keyOf = (form: Form) => JSON.stringify([form.coach?.value, toPlanInput(form)]);
