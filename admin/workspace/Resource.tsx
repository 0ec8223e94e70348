import { useEffect } from 'react';
import { ResourceContextProvider, type ResourceProps, useResourceDefinitionContext } from 'react-admin';
import { Route, Routes } from 'react-router-dom';
import { NotFound } from './NotFound.js';

/** A resource as react-admin's `<Resource>` takes it; its pages are components. */
export interface ResourcePages extends Omit<ResourceProps, 'list' | 'show' | 'edit' | 'create' | 'options'> {
  readonly list?: () => React.ReactNode;
  readonly show?: () => React.ReactNode;
  readonly edit?: () => React.ReactNode;
  readonly create?: () => React.ReactNode;
  /** True where a record opens beside its list: the list is the page of `:id` too, and stays as it is. */
  readonly panel?: boolean;
}

/**
 * react-admin's `<Resource>` below the address of a section (`/me/projects`). A record's own page is at `:id`, which
 * react-admin's paths call `edit`; where a resource can be looked at and edited, its form is at `:id/edit`.
 */
export function Resource({
  name,
  list: List,
  show: Show,
  edit: Edit,
  create: Create,
  panel = false,
  ...rest
}: ResourcePages) {
  const { register } = useResourceDefinitionContext();
  const { icon, recordRepresentation, children } = rest;
  useEffect(() => {
    register({
      name,
      icon,
      ...(recordRepresentation ? { recordRepresentation } : {}),
      hasList: Boolean(List),
      hasShow: Boolean(Show),
      hasEdit: Boolean(Edit),
      hasCreate: Boolean(Create),
    });
  }, [register, name, icon, recordRepresentation, List, Show, Edit, Create]);
  const Own = Show ?? Edit;
  return (
    <ResourceContextProvider value={name}>
      <Routes>
        {List && (panel ? <Route path=":id?" element={<List />} /> : <Route index element={<List />} />)}
        {Create && <Route path="create" element={<Create />} />}
        {Own && <Route path=":id" element={<Own />} />}
        {Edit && <Route path=":id/edit" element={<Edit />} />}
        {children}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </ResourceContextProvider>
  );
}
