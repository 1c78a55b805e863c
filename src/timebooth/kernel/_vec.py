"""Packed arrays when compiled, plain lists when interpreted.

The stub beside this file tells mypyc to use librt's native `vec`; an interpreter runs this one, where
`vec[T](values)` is a list: faster there, and it needs no C at all.
"""


class _Vec:
    def __getitem__(self, _item: object) -> type[list[int]]:
        return list


vec = _Vec()


def append(values: list[int], value: int) -> list[int]:
    """Lengthen by one; to be assigned back, as a packed array may have moved."""
    values.append(value)
    return values
