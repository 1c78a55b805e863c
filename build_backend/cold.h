// Functions that compiled rules call only to fail or to write a journal: gcc moves such branches out of the hot path.
#include <Python.h>

#if defined(__GNUC__)
#define COLD __attribute__((cold))
COLD PyObject *PyObject_Vectorcall(PyObject *, PyObject *const *, size_t, PyObject *);
COLD PyObject *PyObject_VectorcallMethod(PyObject *, PyObject *const *, size_t, PyObject *);
COLD PyObject *PyErr_Occurred(void);
COLD void PyErr_SetNone(PyObject *);
COLD void PyErr_SetString(PyObject *, const char *);
COLD void CPy_AddTraceback(const char *, const char *, int, PyObject *);
#endif
