// What compiled rules call only when they fail, or to tell a journal: such branches are kept out of the way of the others.
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
