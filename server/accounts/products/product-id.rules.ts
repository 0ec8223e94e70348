import { Matches } from 'class-validator';

/** A company chooses its product ids (decisions §2). */
export const PRODUCT_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** A product's id as events carry it; `each` is for the members of a list. */
export const IsProductId = (each = false): PropertyDecorator =>
  Matches(PRODUCT_ID, { each, message: 'must be 1 to 128 of A-Z a-z 0-9 . _ : -' });
